export { openRecorder, type AnswerRecorder, type Sources } from './record-answer.ts';
