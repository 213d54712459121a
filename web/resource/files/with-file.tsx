import type { ReactNode } from 'react'
import classes from './file-viewer.module.css'

/** A form with its file beside it, before it where space is short. */
export function WithFile({ file, children }: { file: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.split}>
      <div className={classes.sides}>
        <div className={classes.side}>{file}</div>
        <div>{children}</div>
      </div>
    </div>
  )
}
