// The steps of a page: the commands of its `sh` blocks, and its requests with their status. HTML comments add instructions:
// `<!-- files FOLDER: NAME, NAME -->` copies files, `<!-- not run -->` skips the next block.
const PART = /^<!-- (?<comment>files [^\n]*|not run[^\n]*) -->$|^```(?<language>\w*)\n(?<text>.*?)^```$/gms;

exports.stepsOf = (page) => {
  const parts = [...page.matchAll(PART)].map(({ groups }) => groups);
  return parts.flatMap(({ comment, language, text }, index) => {
    if (comment?.startsWith('files ')) return [filesStep(comment)];
    if (language !== 'sh' || parts[index - 1]?.comment?.startsWith('not run')) return [];
    if (text.startsWith('curl ')) return [{ kind: 'request', command: text, status: statusIn(parts[index + 1], text) }];
    return [{ kind: /(npm start|node dist\/main\.js)$/m.test(text) ? 'start' : 'run', command: text.trimEnd() }];
  });
};

function filesStep(comment) {
  const [, from, names] = /^files ([^:]*): (.*)$/.exec(comment) ?? [];
  return { kind: 'files', from, names: names.split(', ') };
}

function statusIn(part, command) {
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(part?.text ?? '')?.[1]);
  if (!status) throw new Error(`The page shows no response to ${command}`);
  return status;
}
