/** Whether the object has the name, as one of its keys. */
export function isNameIn<T extends object>(object: T, name: unknown): name is keyof T & string {
  return typeof name === 'string' && Object.hasOwn(object, name)
}

/** The keys of an object that has no others than its type says. */
export function namesOf<T extends object>(object: T): (keyof T & string)[] {
  return Object.keys(object) as (keyof T & string)[]
}
