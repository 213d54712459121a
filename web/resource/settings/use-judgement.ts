import { useEffect } from 'react'
import { typingPause } from '../form/use-validation.ts'
import { judgeSettings } from './keep-setting.ts'

/** Asks the server what it thinks of the settings being written whenever the typing pauses. */
export function useJudgement(
  written: Record<string, string>,
  isActive: boolean,
  onJudged: (problems: Record<string, string>) => void,
): void {
  const asked = JSON.stringify(written)
  useEffect(() => {
    if (!isActive) return undefined
    const controller = new AbortController()
    const timer = setTimeout(() => {
      judgeSettings(JSON.parse(asked) as Record<string, string>, controller.signal).then(
        (problems) => !controller.signal.aborted && onJudged(problems),
        // Saving says what is wrong all the same.
        () => undefined,
      )
    }, typingPause)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [asked, isActive, onJudged])
}
