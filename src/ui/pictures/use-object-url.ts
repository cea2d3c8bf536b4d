import { useEffect, useState } from 'react';

/** An address for bytes, for as long as they are shown; `undefined` where there are none. The same `bytes` keep their address. */
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
