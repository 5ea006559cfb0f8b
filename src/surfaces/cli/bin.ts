import { print } from './terminal.ts';
import { VERSION } from '../../kernel/version.ts';

// The version is answered here, before anything else is loaded: scripts ask for it often.
if (process.argv.length === 3 && process.argv[2] === '--version') {
  print(process.stdout, `${VERSION}\n`);
} else {
  void Promise.all([import('./main.ts'), import('../../compose-probe.ts')]).then(([{ main }, probe]) =>
    main(process, probe),
  );
}
