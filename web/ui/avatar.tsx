import { useState, type CSSProperties } from 'react'
import { IconUser } from '@tabler/icons-react'
import { hueOf, initialsOf } from './initials.ts'
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
  const initials = initialsOf(name)
  return (
    <span
      className={classes.avatar}
      data-size={size}
      data-nameless={initials === '' || undefined}
      style={{ '--hue': hueOf(name) } as CSSProperties}
      aria-hidden="true"
    >
      {showPhoto ? (
        <img src={photo} alt="" loading="lazy" onError={() => setBroken(photo)} />
      ) : (
        initials || <IconUser size="60%" stroke={1.5} />
      )}
    </span>
  )
}
