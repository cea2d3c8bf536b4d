import { useEffect, useState } from 'react';

/** Returns a URL for bytes while they are shown, or `undefined`. The same `bytes` keep their URL. */
export function useObjectUrl(bytes: ArrayBuffer | undefined, type: string | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!bytes) return undefined;
    const made = URL.createObjectURL(new Blob([bytes], { type: type ?? '' }));
    // oxlint-disable-next-line react/set-state-in-effect -- an address is made and given back: only an effect is undone
    setUrl(made);
    return () => {
      setUrl(undefined);
      URL.revokeObjectURL(made);
    };
  }, [bytes, type]);
  return url;
}
