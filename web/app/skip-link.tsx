import classes from './skip-link.module.css'

/** The first focusable element: skips the menu. */
export function SkipLink() {
  return (
    <a className={classes.skip} href="#conteudo" data-only="screen">
      Saltar para o conteúdo
    </a>
  )
}
