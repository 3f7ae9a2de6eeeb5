// The only way from a change to what was read.
export { forgetPrivileges } from './survey/readings.ts';
