import { useSignal } from '@preact/signals';
import { attempt } from '../../actions/attempt.ts';
import { commentTask, moveTask } from '../../actions/change-task.ts';
import { asksQuestion } from '../../actions/task-actions.ts';
import { isReadOnly } from '../../api.ts';
import { submitWithKey } from '../../dialog.tsx';
import { dropDraft, readDraft, storeDraft } from '../../drafts.ts';
import { Ago } from '../../parts/labels.tsx';
import { Section } from '../../parts/section.tsx';
import type { MessageView, TaskCard, TaskRemark } from '../../types.ts';

interface Props {
  readonly card: TaskCard;
  readonly remarks: readonly TaskRemark[];
  readonly messages: readonly MessageView[];
}

const KINDS: Readonly<Record<TaskRemark['kind'], string>> = {
  review: 'sent it back',
  answer: 'answered',
  comment: 'said',
};

interface Said {
  readonly key: string;
  readonly at: string;
  readonly who: string;
  readonly how: string;
  readonly text: string;
}

/** What people and agents said to the task, and a place to add to it. */
export function Comments({ card, remarks, messages }: Props) {
  const said: Said[] = [
    ...remarks.map(({ at, by, kind, text }) => ({ key: `${at}${by}`, at, who: by, how: KINDS[kind], text })),
    ...messages.map(({ path, sentAt, from, type, text }) => ({ key: path, at: sentAt, who: from, how: type, text })),
  ].sort((a, b) => (a.at < b.at ? -1 : 1));
  return (
    <Section title="Messages" count={said.length}>
      <ol class="said">
        {said.map(({ key, at, who, how, text }) => (
          <li key={key}>
            <p>
              <strong>{who}</strong> {how} <Ago at={at} />
            </p>
            <p class="words">{text}</p>
          </li>
        ))}
      </ol>
      {!isReadOnly.value && <CommentBox card={card} />}
    </Section>
  );
}

/** Words that are kept until they are sent. */
function useWords(key: string) {
  const text = useSignal(readDraft(key)['text'] ?? '');
  const write = (words: string): void => {
    text.value = words;
    if (words.trim() === '') dropDraft(key);
    else storeDraft(key, { text: words });
  };
  const send = async (use: (words: string) => Promise<void>): Promise<void> => {
    await use(text.value.trim());
    write('');
  };
  return { text, write, send };
}

/** To a question the answer is what is wanted: it goes on with it. */
function CommentBox({ card }: { readonly card: TaskCard }) {
  const { text, write, send } = useWords(`words ${card.id}`);
  const isQuestion = asksQuestion(card);
  const comment = (words: string): Promise<void> => commentTask(card, words);
  const answer = (words: string): Promise<void> => moveTask(card, 'ready', words);
  const isEmpty = text.value.trim() === '';
  return (
    <form
      class="comment-box"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isEmpty) attempt(() => send(isQuestion ? answer : comment));
      }}
      onKeyDown={submitWithKey}
    >
      <label>
        <span class="sr-only">{isQuestion ? 'Answer' : 'Comment'}</span>
        <textarea
          rows={2}
          placeholder={isQuestion ? 'Your answer; the next run reads it' : 'A comment for the next run'}
          maxLength={10_000}
          value={text.value}
          onInput={(event) => write(event.currentTarget.value)}
        />
      </label>
      {isQuestion && (
        <button type="button" disabled={isEmpty} onClick={() => attempt(() => send(comment))}>
          Only comment
        </button>
      )}
      <button type="submit" class={isQuestion ? 'primary' : ''} disabled={isEmpty}>
        {isQuestion ? 'Answer and continue' : 'Comment'}
      </button>
    </form>
  );
}
