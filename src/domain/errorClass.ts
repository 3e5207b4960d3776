/** The class of a failure: its name, and the sentence that its facts make. `instanceof` distinguishes it from others. */
export function errorClass<const Facts extends readonly unknown[]>(
  name: string,
  sentence: (...facts: Facts) => string,
) {
  return class extends Error {
    override readonly name = name

    constructor(...facts: Facts) {
      super(sentence(...facts))
    }
  }
}
