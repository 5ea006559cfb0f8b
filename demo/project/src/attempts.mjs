/** Failed logins by name. */
const failures = new Map();

export function noteFailure(name) {
  failures.set(name, (failures.get(name) ?? 0) + 1);
}

export const countFailures = (name) => failures.get(name) ?? 0;
