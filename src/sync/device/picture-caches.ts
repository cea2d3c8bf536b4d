/** Where pictures are kept for use without network (Cache API): thumbnails after each sync, whole ones once seen. */
export const pictureCaches = { thumbnails: 'thumbnails', whole: 'pictures', faces: 'faces', headers: 'header-pictures' } as const;
