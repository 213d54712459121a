import { useState, type CSSProperties } from 'react'
import classes from './avatar.module.css'

export interface AvatarProps {
  name: string
  /** Address of the photo; without it, or when it does not load, the initials stand. */
  photo?: string | null | undefined
  size?: 'small' | 'medium' | 'large'
}

/** A person's face or initials, on a soft colour that always is the same for a name. The name is said beside it. */
export function Avatar({ name, photo, size = 'medium' }: AvatarProps) {
  const [broken, setBroken] = useState<string>()
  const showPhoto = photo && photo !== broken
  return (
    <span
      className={classes.avatar}
      data-size={size}
      style={{ '--hue': hueOf(name) } as CSSProperties}
      aria-hidden="true"
    >
      {showPhoto ? (
        <img src={photo} alt="" loading="lazy" onError={() => setBroken(photo)} />
      ) : (
        initialsOf(name)
      )}
    </span>
  )
}

const particles = new Set(['de', 'da', 'do', 'das', 'dos', 'e'])

/** First and last word, particles skipped: António Luís Gonçalves → AG. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '' && !particles.has(word.toLowerCase()))
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  return ends.map((word) => [...(word ?? '')][0]?.toLocaleUpperCase('pt-PT') ?? '').join('')
}

const hues = 18

function hueOf(name: string): number {
  let sum = 7
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 100_003
  return (sum % hues) * (360 / hues)
}
