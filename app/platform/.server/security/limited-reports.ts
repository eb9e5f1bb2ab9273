import { writeSync } from 'node:fs'

// A thread of a limited process (limited-child.ts), which goes on while the work blocks the rest: it tells the parent what memory the process
// has. The pipe closes with the parent.
const pipe = 3

setInterval(() => {
  try {
    writeSync(pipe, `${process.memoryUsage.rss()}\n`)
  } catch (error) {
    // The parent reads late, or it is gone.
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') process.kill(process.pid, 'SIGKILL')
  }
}, 20)
