import { Avatar } from './avatar.tsx'
import classes from './person-name.module.css'

/** A face beside the name: people are found by both. */
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
