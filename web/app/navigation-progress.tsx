import { useNavigation } from 'react-router'
import { useDelayed } from '../ui/use-delayed.ts'
import classes from './navigation-progress.module.css'

/** A thin line at the top while the code of the next screen loads. */
export function NavigationProgress() {
  return useNavigation().state === 'idle' ? null : <Line />
}

function Line() {
  return useDelayed(100) ? <div className={classes.line} aria-hidden="true" /> : null
}
