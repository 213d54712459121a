import { IconAlertCircle } from '@tabler/icons-react'
import classes from './form-message.module.css'

/** An error of the form as a whole. */
export function FormMessage({ children }: { children: string | undefined }) {
  return (
    <div className={classes.alert} role="alert">
      {children && (
        <p className={classes.message}>
          <IconAlertCircle size="1rem" stroke={1.75} aria-hidden="true" />
          {children}
        </p>
      )}
    </div>
  )
}
