import { IconUser } from '@tabler/icons-react'
import { type CSSProperties, useState } from 'react'
import { initials as initialsOf } from '@agremia/resources/rules/names.ts'
import { hueOf } from './hue.ts'
import classes from './avatar.module.css'
import personNameClasses from './person-name.module.css'

interface AvatarProps {
  name: string
  /** URL of the photo. Without it, or when it fails to load, the initials are shown. */
  photo?: string | null | undefined
  size?: 'small' | 'medium' | 'large'
}

/**
 * A person's photo or initials, on a colour derived from the name. Hidden from screen readers, because the name
 * is beside it.
 */
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

/** A person's photo and name. */
export function PersonName({ name, photo }: { name: string; photo: string | null | undefined }) {
  return (
    <span className={personNameClasses.person}>
      <Avatar name={name} photo={photo} />
      <span className={personNameClasses.name} title={name}>
        {name}
      </span>
    </span>
  )
}
