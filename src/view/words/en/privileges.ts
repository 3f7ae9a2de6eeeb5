/** Words of the area "privileges", in English. */
export const privileges = {};
