/** Of a job that is over it is kept that it was, and not what it said: that may be deleted any time. */
export const ended = (state: 'sent' | 'dropped') => ({ state, payload: '{}', payload_of_many: null });
