import { given } from '../../kernel/given.ts';
import type { Json } from '../../kernel/json.ts';
import { cleanLine, cleanText } from './clean-text.ts';
import type { Comment } from './foreign-task.ts';
import { findForeignTime } from './foreign-time.ts';

/** A comment from whatever form its parts have. */
export function readComment(author: Json | undefined, at: Json | undefined, text: Json): Comment {
  const name = typeof author === 'string' ? cleanLine(author) : '';
  const time = typeof at === 'string' ? findForeignTime(at) : undefined;
  return {
    ...(name === '' ? {} : { author: name }),
    ...given({ at: time }),
    text: cleanText(typeof text === 'string' ? text : JSON.stringify(text)).trim(),
  };
}
