import type { ErrorRow } from './baton-error.ts';

/** Errors any command can meet: usage, files, locks, journal, git, config. */
export const baseErrors = {
  USAGE_INVALID: {
    exit: 2,
    meaning: 'The command line is not valid.',
    hint: 'run the command with --help',
  },
  COMMAND_UNKNOWN: { exit: 2, meaning: 'There is no such command.', hint: 'run baton help all for the list' },
  INTERNAL: {
    exit: 70,
    meaning: 'Something happened that Baton did not expect.',
    hint: 'run again with BATON_DEBUG=1 and report what it prints',
  },
  INPUT_INVALID: {
    exit: 2,
    meaning: 'A value has the wrong form.',
    hint: 'correct the value and run the command again; --help lists what each flag takes',
  },
  INPUT_TOO_LARGE: {
    exit: 2,
    meaning: 'Input is larger, or nested deeper, than Baton reads.',
    hint: 'send less at once',
  },
  FILE_NOT_FOUND: { exit: 4, meaning: 'A required file is missing.', hint: 'check the path' },
  FILE_NOT_READABLE: { exit: 1, meaning: 'A file exists but cannot be read.', hint: 'check its permissions' },
  FILE_NOT_WRITABLE: {
    exit: 1,
    meaning: 'A file or folder cannot be written.',
    hint: 'check permissions and that the file system is not read-only',
  },
  FILE_IS_DIRECTORY: { exit: 2, meaning: 'The path is a folder; a file is expected.', hint: 'name a file' },
  FILE_NOT_TEXT: {
    exit: 2,
    meaning: 'A file is not valid UTF-8 text.',
    hint: 'convert it to UTF-8, or name another file',
  },
  FILE_EXISTS: { exit: 3, meaning: 'A file that must be new already exists.', hint: 'choose another name' },
  FILE_OUTSIDE_ROOT: {
    exit: 1,
    meaning: 'A path leads out of the folder it must stay in.',
    hint: 'use a path inside the folder; symlinks are followed',
  },
  DISK_FULL: {
    exit: 70,
    meaning: 'The disk, or the quota, is full. Nothing was changed.',
    hint: 'free some space and run the command again',
  },
  LOCK_HELD: {
    exit: 3,
    meaning: 'Another process holds the lock.',
    hint: 'wait for it to finish, then run the command again',
  },
  LOCK_LOST: {
    exit: 3,
    meaning: 'The lock was taken over by somebody else while this process held it.',
    hint: 'run the command again',
  },
  JOURNAL_CORRUPT: {
    exit: 70,
    meaning: 'A journal has a damaged record before its end, which an interrupted write cannot cause.',
    hint: 'run baton doctor; do not edit the journal by hand',
  },
  JOURNAL_CLOSED: {
    exit: 70,
    meaning: 'The journal was closed, or a flush of it failed, and takes no more records.',
    hint: 'open it again',
  },
  GIT_MISSING: {
    exit: 4,
    meaning: 'The git program was not found.',
    hint: 'install git and make sure it is on the PATH',
  },
  GIT_NOT_A_REPO: {
    exit: 4,
    meaning: 'The folder is not inside a git work tree.',
    hint: 'run git init, or use a command that works without git',
  },
  GIT_FAILED: { exit: 70, meaning: 'A git command failed.', hint: 'run baton doctor, which checks the repository' },
  GIT_TIMED_OUT: {
    exit: 70,
    meaning: 'A git command did not finish within its time limit.',
    hint: 'check for a hanging hook or a network file system',
  },
  PROCESS_NOT_STARTED: {
    exit: 4,
    meaning: 'A program could not be started.',
    hint: 'check that it is installed and on the PATH',
  },
  FRONTMATTER_INVALID: {
    exit: 2,
    meaning: 'The YAML block at the top of a file cannot be read.',
    hint: 'correct the line named and run the command again',
  },
  SECTION_NOT_FOUND: {
    exit: 4,
    meaning: 'The file has no section of that name.',
    hint: 'list the sections of the file first',
  },
  SECTION_INVALID: {
    exit: 1,
    meaning: 'Section markers are unclosed, nested, crossed or doubled.',
    hint: 'fix the markers in the lines named',
  },
  CONFIG_INVALID: {
    exit: 2,
    meaning: 'The configuration has a value that is not allowed.',
    hint: 'correct the value there; baton doctor checks it',
  },
} as const satisfies Record<string, ErrorRow>;

export const demoErrors = {
  DEMO_FAILED: {
    exit: 1,
    meaning: 'The demo could not be played to the end.',
    hint: 'run baton doctor; baton demo --keep keeps the folder for inspection',
  },
} as const satisfies Record<string, ErrorRow>;
