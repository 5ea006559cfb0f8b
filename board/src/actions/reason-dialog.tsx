import { ApiError } from '../api.ts';
import { DialogForm, openDialog } from '../dialog.tsx';
import type { TaskCard } from '../types.ts';

export interface ReasonQuestion {
  readonly title: string;
  readonly ask: string;
  readonly submit: string;
  readonly isRequired: boolean;
  readonly isDangerous?: boolean;
  /** Said before, such as the question that is answered. */
  readonly quote?: string;
}

/** Asks for words before something is done with a task. */
export function askReason(card: TaskCard, question: ReasonQuestion, run: (reason: string) => Promise<void>): void {
  const { title, ask, submit, isRequired, isDangerous = false, quote } = question;
  openDialog(() => (
    <DialogForm
      title={title}
      submit={submit}
      draft={`${title} ${card.id}`}
      isDangerous={isDangerous}
      onSubmit={(data) => {
        const reason = String(data.get('reason') ?? '').trim();
        // The browser takes blanks for words.
        if (isRequired && reason === '') throw new ApiError('REASON_MISSING', 'Write a few words first.', '');
        return run(reason);
      }}
    >
      <p class="subject">{card.title}</p>
      {quote !== undefined && <blockquote>{quote}</blockquote>}
      <label>
        {ask}
        {!isRequired && <small> (optional)</small>}
        <textarea name="reason" rows={4} required={isRequired} maxLength={10_000} autoFocus />
      </label>
    </DialogForm>
  ));
}
