import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseSync, type Plugin, type Rolldown } from 'vite';

/** Returns a file of the bundle and all that it imports, each after its own imports. */
export function inOrder(file: string, chunks: readonly Rolldown.OutputChunk[], before: readonly string[] = []): string[] {
  const { imports } = chunks.find(({ fileName }) => fileName === file)!;
  return [...imports.reduce((files, each) => (files.includes(each) ? files : inOrder(each, chunks, files)), [...before]), file];
}

/**
 * Makes classic scripts of the files of the first screen (decision 119). Each puts a list of its exports into `appParts`, which start.js
 * creates, and every later file takes them from there in place of an import. So no export may change afterwards.
 */
export const classicScripts = (): Plugin => ({
  name: 'classic-scripts',
  apply: 'build',
  // A browser keeps a file for a year, so its name must change with this plugin.
  augmentChunkHash: () => readFileSync(import.meta.filename, 'utf8'),
  generateBundle: {
    // Vite completes the addresses of dynamic imports before.
    order: 'post',
    handler(_options, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      const files = inOrder(chunks.find(({ isEntry }) => isEntry)!.fileName, chunks);
      const exportsOf = new Map(files.map((file) => [basename(file), namesOf(bundle[file] as Rolldown.OutputChunk)]));
      for (const chunk of chunks) {
        const index = files.indexOf(chunk.fileName);
        chunk.code = index === -1 ? withLists(chunk, exportsOf) : classicScript(chunk, exportsOf, index);
      }
    },
  },
});

/** The exported names of each script of the first screen, in the order of its list. */
type Exports = ReadonlyMap<string, readonly string[]>;

const moduleOf = ({ fileName, code }: Rolldown.OutputChunk) => parseSync(fileName, code).module;

const namesOf = (chunk: Rolldown.OutputChunk): string[] =>
  moduleOf(chunk).staticExports.flatMap(({ entries }) => entries.map(({ exportName }) => exportName.name!));

/** Returns the code of a chunk with constants in place of its imports from scripts of the first screen. */
function withLists(chunk: Rolldown.OutputChunk, exportsOf: Exports): string {
  const scripts = [...exportsOf.keys()];
  return moduleOf(chunk).staticImports.reduceRight((code, { start, end, moduleRequest, entries }) => {
    const script = basename(moduleRequest.value);
    const names = exportsOf.get(script);
    if (!names) return code;
    const taken = entries.map(({ importName, localName }) => `${names.indexOf(importName.name!)}:${localName.value}`);
    return `${code.slice(0, start)}const{${taken.join()}}=appParts[${scripts.indexOf(script)}];${code.slice(end)}`;
  }, chunk.code);
}

function classicScript(chunk: Rolldown.OutputChunk, exportsOf: Exports, index: number): string {
  const { staticExports, importMetas } = moduleOf(chunk);
  // Rolldown writes all exports into one statement.
  const [exported, ...others] = staticExports;
  if (!exported || others.length > 0 || importMetas.length > 0) throw new Error(`${chunk.fileName} does not fit into a classic script`);
  const list = exported.entries.map(({ localName }) => localName.name);
  const code = `${chunk.code.slice(0, exported.start)}appParts[${index}]=[${list.join()}];${chunk.code.slice(exported.end)}`;
  return `"use strict";(()=>{${withLists({ ...chunk, code }, exportsOf)}})();`;
}
