import { Avatar } from './avatar.tsx'
import classes from './person-name.module.css'

/** A person's photo and name. */
export function PersonName({ name, photo }: { name: string; photo: string }) {
  return (
    <span className={classes.person}>
      <Avatar name={name} photo={photo} />
      <span className={classes.name} title={name}>
        {name}
      </span>
    </span>
  )
}
