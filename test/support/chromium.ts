export { launchChromium } from '../../src/sandbox/screenshots/chromium.ts';
