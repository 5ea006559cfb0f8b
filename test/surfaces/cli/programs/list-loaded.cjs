// Preloaded with --require: on exit, writes what this process loaded, with sizes, to LOADED_FILES: the chunks of packs
// as `pack:chunk`, and other files by their paths.
const { readFileSync, statSync, writeFileSync } = require('node:fs');
const { basename, join } = require('node:path');
const { runInThisContext } = require('node:vm');

process.on('exit', () => {
  const files = Object.keys(require.cache).filter((file) => file !== __filename);
  const entry = files.find((file) => basename(file) === 'baton.cjs');
  const chunks = entry === undefined ? [] : [...require.cache[entry].exports.keys()];
  const tables = new Map();
  const sizeOf = (name) => {
    const [pack, chunk] = name.split(':');
    if (pack === 'entry') return 0;
    if (!tables.has(pack))
      tables.set(pack, runInThisContext(readFileSync(join(entry, '..', `${pack}.pack`), 'latin1')));
    return String(tables.get(pack)[chunk]).length;
  };
  const loaded = [
    ...files.map((file) => ({ file, sizeBytes: statSync(file).size })),
    ...chunks.map((file) => ({ file, sizeBytes: sizeOf(file) })),
  ];
  writeFileSync(process.env.LOADED_FILES, JSON.stringify({ loaded, builtins: process.moduleLoadList }));
});
