import { useSignal } from '@preact/signals';
import { attempt } from '../../actions/attempt.ts';
import { commentTask } from '../../actions/change-task.ts';
import { isReadOnly } from '../../api.ts';
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

function CommentBox({ card }: { readonly card: TaskCard }) {
  const text = useSignal('');
  const send = async (): Promise<void> => {
    await commentTask(card, text.value.trim());
    text.value = '';
  };
  return (
    <form
      class="comment-box"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.value.trim() !== '') attempt(send);
      }}
    >
      <label>
        <span class="sr-only">Comment</span>
        <textarea
          rows={2}
          placeholder="A comment for the next run"
          maxLength={10_000}
          value={text.value}
          onInput={(event) => (text.value = event.currentTarget.value)}
        />
      </label>
      <button type="submit" disabled={text.value.trim() === ''}>
        Comment
      </button>
    </form>
  );
}
