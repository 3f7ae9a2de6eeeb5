// The image's program: `node commlink.mjs`, or with an operator's task such as `doctor`.
const task = process.argv[2];
if (task === undefined) await import('../src/main.ts');
else if (task === 'doctor') await import('../src/doctor.ts');
else if (task === 'register') await import('../src/register.ts');
else await import('../src/operator.ts');
