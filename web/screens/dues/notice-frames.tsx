import { Fact, Facts } from '../../ui/facts.tsx'

/** A framed block of facts below the text of a letter. */
export interface Frame {
  title: string
  facts: [label: string, value: string][]
}

export function NoticeFrames({ frames }: { frames: readonly Frame[] }) {
  return frames.map(({ title, facts }) => (
    <section key={title} aria-label={title}>
      <Facts>
        {facts.map(([label, value]) => (
          <Fact key={label} label={label} value={value} />
        ))}
      </Facts>
    </section>
  ))
}
