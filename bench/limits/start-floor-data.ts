/** With the demo event's rows fewer than 10,000: a device holds only parts of a larger event. */
export const floorCount = 8_500;

export const floorPost = 'The newest post of them all';
