import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'

/** A mail server that says yes to everything, or to nothing, and keeps what it took. */
export interface TestSmtp {
  readonly url: string
  readonly received: string[]
  refuses: boolean
  close(): Promise<void>
}

/** As much of RFC 5321 as one message after another needs. */
export async function startTestSmtp(): Promise<TestSmtp> {
  const received: string[] = []
  const server = createServer((socket) => {
    let unread = ''
    let message: string | undefined
    const say = (line: string) => void socket.write(`${line}\r\n`)
    const hear = (line: string) => {
      if (message === undefined) {
        if (/^DATA/i.test(line)) message = ''
        else if (/^QUIT/i.test(line)) return void socket.end('221 bye\r\n')
        return say(message === undefined ? '250 yes' : '354 go on')
      }
      if (line !== '.') return void (message += `${line}\n`)
      if (!smtp.refuses) received.push(message)
      message = undefined
      say(smtp.refuses ? '451 not now' : '250 taken')
    }
    socket.setEncoding('utf8').on('data', (text: string) => {
      const lines = (unread + text).split('\r\n')
      unread = lines.pop() ?? ''
      for (const line of lines) hear(line)
    })
    socket.on('error', () => {})
    say('220 ready')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const smtp: TestSmtp = {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    refuses: false,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return smtp
}
