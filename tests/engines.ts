/**
 * Test files that run on the embedded database too, in every run of the tests; the others that open a database do so in
 * the full run. Here is what reaches jobs, locks or notifications, in which the engines differ most, and for each file of
 * queries one that runs it. `tests/engines.test.ts` holds this list to that.
 */
export const testsOnBothEngines = ['app/features/account/jobs.server.test.ts']
