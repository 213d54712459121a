const year = new Date().getFullYear()

/** Product and year, below the forms for signing in. */
export function IdentityFoot() {
  return <>Agremia · © {year}</>
}
