// Writes how a run of jest has ended to the file of PLANTED_RESULT: at its first failed test, which ends the run, or at its end.
const { writeFileSync } = require('node:fs');

module.exports = class {
  onTestCaseResult(_test, { status, fullName }) {
    if (status === 'failed') this.end({ passed: 0, failed: 1, first: fullName });
  }

  onTestResult(_test, { testExecError, testFilePath }) {
    if (testExecError) this.end({ passed: 0, failed: 1, first: `${testFilePath}: ${testExecError.message}` });
  }

  onRunComplete(_contexts, { numPassedTests, numFailedTests }) {
    this.write({ passed: numPassedTests, failed: numFailedTests });
  }

  end(result) {
    this.write(result);
    process.exit(1);
  }

  write(result) {
    writeFileSync(process.env.PLANTED_RESULT, JSON.stringify(result));
  }
};
