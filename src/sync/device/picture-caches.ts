/** Caches of pictures for use without a network (Cache API): thumbnails after each pull, full-size pictures once seen. */
export const pictureCaches = { thumbnails: 'thumbnails', whole: 'pictures', faces: 'faces', headers: 'header-pictures' } as const;
