/** Words of the area "messages", in English. */
export const messages = {};
