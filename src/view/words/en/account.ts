/** Words of the area "account", in English. */
export const account = {};
