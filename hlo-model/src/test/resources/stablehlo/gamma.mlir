module @gamma {
  func.func @main() {
    %x = stablehlo.constant dense<[-2.5, -0.3, 0.1, 0.5, 1.5, 3.7, 20.0, 1000.0]> : tensor<8xf64>
    %0 = chlo.lgamma %x : tensor<8xf64> -> tensor<8xf64>
    %1 = stablehlo.constant dense<[-0.05624371649767401, 1.4648400508576027, 2.252712651734206, 0.5723649429247, -0.12078223763524526, 1.428072326665388, 39.339884187199495, 5905.220423209181]> : tensor<8xf64>
    check.expect_almost_eq %0, %1, tolerance = 1.0e-12 : tensor<8xf64>, tensor<8xf64>
    %2 = chlo.digamma %x : tensor<8xf64> -> tensor<8xf64>
    %3 = stablehlo.constant dense<[1.1031566406452433, 2.1133097796353972, -10.423754940411076, -1.9635100260214235, 0.03648997397857652, 1.1671535393615113, 2.970523992242149, 6.907255195648812]> : tensor<8xf64>
    check.expect_almost_eq %2, %3, tolerance = 1.0e-12 : tensor<8xf64>, tensor<8xf64>
    %y = stablehlo.convert %x : (tensor<8xf64>) -> tensor<8xf32>
    %4 = chlo.lgamma %y : tensor<8xf32> -> tensor<8xf32>
    %5 = stablehlo.convert %1 : (tensor<8xf64>) -> tensor<8xf32>
    check.expect_almost_eq %4, %5, tolerance = 1.0e-5 : tensor<8xf32>, tensor<8xf32>
    %6 = chlo.digamma %y : tensor<8xf32> -> tensor<8xf32>
    %7 = stablehlo.convert %3 : (tensor<8xf64>) -> tensor<8xf32>
    check.expect_almost_eq %6, %7, tolerance = 1.0e-5 : tensor<8xf32>, tensor<8xf32>
    %z = stablehlo.constant dense<[-3.0, 0.0, 0x7F800000, 0xFF800000]> : tensor<4xf32>
    %8 = chlo.lgamma %z : tensor<4xf32> -> tensor<4xf32>
    check.expect_eq_const %8, dense<[0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000]> : tensor<4xf32>
    %9 = chlo.digamma %z : tensor<4xf32> -> tensor<4xf32>
    check.expect_eq_const %9, dense<[0x7FC00000, 0x7FC00000, 0x7F800000, 0x7FC00000]> : tensor<4xf32>
    %h = stablehlo.constant dense<[0.25, 4.0]> : tensor<2xbf16>
    %10 = chlo.lgamma %h : tensor<2xbf16> -> tensor<2xbf16>
    check.expect_almost_eq_const %10, dense<[1.288, 1.792]> : tensor<2xbf16>
    func.return
  }
}
