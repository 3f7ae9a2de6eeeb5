const OWN_V4 = /^(10|127|169\.254|192\.168|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\.[\d.]+$/;
const OWN_V6 = /^\[(::1|f[cd].*|fe[89ab].*)\]$/i;
const OWN_NAME = /^[^.:]+$|\.(internal|local|localhost)$/i;

/** False for this machine, for private networks, and for names without a dot. */
export function isPublicHost(hostname: string): boolean {
  return ![OWN_V4, OWN_V6, OWN_NAME].some((own) => own.test(hostname));
}
