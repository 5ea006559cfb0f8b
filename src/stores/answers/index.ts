export { startRecording, type AnswerRecorder, type Sources } from './record-answer.ts';
