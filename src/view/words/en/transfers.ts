/** Words of the area "transfers", in English. */
export const transfers = {};
