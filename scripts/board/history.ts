/** What the example project did in the last two weeks: titles of finished work, with who did it and how long it took. */

export interface PastTask {
  readonly title: string;
  readonly agent: string;
  /** Days ago. */
  readonly ago: number;
  readonly minutes: number;
  /** Attempts that gave no sign of life before it worked. */
  readonly failures?: number;
  readonly tokens: number;
}

export const PAST: readonly PastTask[] = [
  { title: 'Sketch the timetable service', agent: 'atlas', ago: 13, minutes: 95, tokens: 41_200 },
  { title: 'Import the 2026 timetable', agent: 'otto', ago: 13, minutes: 32, tokens: 12_800 },
  { title: 'Move sailings to their own table', agent: 'atlas', ago: 12, minutes: 64, failures: 1, tokens: 33_900 },
  { title: 'Show sold-out sailings greyed out', agent: 'juno', ago: 12, minutes: 28, tokens: 9_700 },
  { title: 'Write the runbook for storm days', agent: 'nova', ago: 11, minutes: 41, tokens: 15_100 },
  { title: 'Round fares to five cents', agent: 'atlas', ago: 11, minutes: 18, tokens: 6_200 },
  { title: 'Booking form works with a keyboard', agent: 'juno', ago: 11, minutes: 52, tokens: 19_400 },
  { title: 'Alert on a queue older than ten minutes', agent: 'otto', ago: 10, minutes: 22, tokens: 7_300 },
  { title: 'Explain the fare classes', agent: 'nova', ago: 9, minutes: 35, tokens: 11_900 },
  { title: 'Hold a seat for ten minutes', agent: 'atlas', ago: 9, minutes: 120, failures: 2, tokens: 58_300 },
  { title: 'Vehicles longer than six metres', agent: 'juno', ago: 8, minutes: 47, tokens: 17_800 },
  { title: 'Back up bookings every hour', agent: 'otto', ago: 8, minutes: 25, tokens: 8_900 },
  { title: 'Send tickets as PDF', agent: 'atlas', ago: 7, minutes: 71, tokens: 29_500 },
  { title: 'Confirm a booking by mail', agent: 'juno', ago: 7, minutes: 38, tokens: 13_300 },
  { title: 'Translate the booking form to Danish', agent: 'nova', ago: 6, minutes: 29, tokens: 10_400 },
  { title: 'Refuse bookings for past sailings', agent: 'atlas', ago: 6, minutes: 15, tokens: 5_100 },
  { title: 'Dark colours for the timetable', agent: 'juno', ago: 5, minutes: 33, tokens: 12_200 },
  { title: 'Rotate the keys of the payment provider', agent: 'otto', ago: 5, minutes: 19, failures: 1, tokens: 6_600 },
  { title: 'Refund a cancelled sailing', agent: 'atlas', ago: 4, minutes: 88, tokens: 36_700 },
  { title: 'Print the boarding list', agent: 'juno', ago: 4, minutes: 24, tokens: 8_100 },
  { title: 'Answer the ten most asked questions', agent: 'nova', ago: 3, minutes: 44, tokens: 16_900 },
  { title: 'Count passengers per deck', agent: 'atlas', ago: 3, minutes: 57, tokens: 22_400 },
  { title: 'Faster search for free sailings', agent: 'atlas', ago: 2, minutes: 83, failures: 1, tokens: 34_800 },
  { title: 'Show delays on the start page', agent: 'juno', ago: 2, minutes: 36, tokens: 13_900 },
  { title: 'Weekly report for the harbour master', agent: 'nova', ago: 1, minutes: 27, tokens: 9_200 },
  { title: 'Limit the booking form to humans', agent: 'juno', ago: 1, minutes: 49, tokens: 18_600 },
  { title: 'Clean up abandoned carts', agent: 'otto', ago: 1, minutes: 21, tokens: 7_700 },
];
