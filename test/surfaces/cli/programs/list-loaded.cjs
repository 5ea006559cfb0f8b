// Preloaded with --require: on exit, writes the files this process loaded, with their sizes, to LOADED_FILES.
const { statSync, writeFileSync } = require('node:fs');

process.on('exit', () => {
  const loaded = Object.keys(require.cache).filter((file) => file !== __filename);
  const sizes = loaded.map((file) => ({ file, sizeBytes: statSync(file).size }));
  writeFileSync(process.env.LOADED_FILES, JSON.stringify(sizes));
});
