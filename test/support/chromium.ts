export { launchChromium } from '../../sandbox/screenshots/chromium.ts';
