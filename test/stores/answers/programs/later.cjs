// Preloaded with --require: here it is some time later, so that what was just written has been there for a while.
const now = Date.now;
const ahead = Number(process.env.LATER_MS ?? 60_000);
Date.now = () => now() + ahead;
