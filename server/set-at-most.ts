/** Sets a value in a map that holds at most `most`: where there is one too many, the one that was set first goes. */
export function setAtMost<Key, Value>(most: number, map: Map<Key, Value>, key: Key, value: Value): void {
  map.set(key, value);
  if (map.size > most) map.delete(map.keys().next().value as Key);
}
